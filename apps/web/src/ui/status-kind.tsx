import { Check, CircleAlert, Clock, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type StatusKind = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

const icons = { success: Check, warning: TriangleAlert, danger: CircleAlert, info: Clock, neutral: Info };

export function kindIcon(kind: StatusKind, size: number): ReactNode {
  const Icon = icons[kind];
  return <Icon size={size} className="shrink-0" />;
}
