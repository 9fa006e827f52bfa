import type { ComponentProps } from 'react';
import { linkClass } from './button-class.ts';

export const LinkButton = ({ className = '', ...rest }: ComponentProps<'button'>) => (
  <button type="button" {...rest} className={`${linkClass} min-h-8 px-1 text-small ${className}`} />
);
