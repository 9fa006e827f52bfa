import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { canOpenAddress } from './staff-visitor.ts';

type Props = Readonly<{
  to: string;
  search?: Readonly<Record<string, string>>;
  className?: string;
  children: ReactNode;
  /** What a role reads that may not open the page; by default the words of the link. */
  otherwise?: ReactNode;
}>;

/** A link to another page of the staff area, for roles that may open it. */
export function StaffLink({ to, search = {}, className, children, otherwise = children }: Props) {
  const { permissions } = useStaffSession();
  if (!canOpenAddress(permissions, to)) return otherwise;
  return (
    <Link to={to} search={search} className={className}>
      {children}
    </Link>
  );
}
