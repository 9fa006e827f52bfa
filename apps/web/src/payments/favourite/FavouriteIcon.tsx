import type { FavouriteView } from '@larkmere/contract/payments/favourite';
import {
  Bike,
  BriefcaseBusiness,
  GraduationCap,
  Heart,
  HeartPulse,
  House,
  type LucideIcon,
  Plane,
  ReceiptText,
  ShoppingBag,
  Star,
  Users,
  Utensils,
} from 'lucide-react';

export type IconName = FavouriteView['icon'];

/** In the order in which they are offered. */
export const icons: Readonly<Record<IconName, LucideIcon>> = {
  star: Star,
  heart: Heart,
  home: House,
  family: Users,
  food: Utensils,
  shopping: ShoppingBag,
  travel: Plane,
  sport: Bike,
  school: GraduationCap,
  health: HeartPulse,
  bills: ReceiptText,
  work: BriefcaseBusiness,
};

export function FavouriteIcon({ icon }: { icon: IconName }) {
  const Icon = icons[icon];
  return (
    <span aria-hidden className="inline-grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft">
      <Icon size={20} className="text-brand-text" />
    </span>
  );
}
