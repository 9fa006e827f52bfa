import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button-class.ts';

export const LinkAsButton = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={buttonClass('secondary')}>
    {children}
  </Link>
);
