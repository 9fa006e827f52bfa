import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ownAddress } from './own-address.ts';
import { linkTo } from './search.ts';

type Props = { address: string; className?: string; children: ReactNode };

/** Names a page by its Plus address and leads wallet customers to theirs. */
export function OwnLink({ address, className, children }: Props) {
  return (
    <Link {...linkTo(ownAddress(address))} className={className}>
      {children}
    </Link>
  );
}
