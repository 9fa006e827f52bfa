import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { linkTo } from '../../platform/navigation/search.ts';
import { buttonClass } from '../../ui/button-class.ts';

export const LinkAsButton = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link {...linkTo(to)} className={buttonClass('secondary')}>
    {children}
  </Link>
);
