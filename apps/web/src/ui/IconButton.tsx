import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type Props = ComponentProps<'button'> & { label: string; size?: 'small' | 'large' };

export const IconButton = ({ label, size = 'large', className, ...rest }: Props) => (
  <button
    type="button"
    aria-label={label}
    {...rest}
    className={classNames(
      'relative inline-grid shrink-0 place-items-center rounded-control text-text-muted transition-colors',
      'hover:bg-sunken hover:text-text',
      size === 'large' ? 'size-11' : 'size-8',
      className,
    )}
  />
);
