import type { ComponentProps } from 'react';
import { linkClass } from './button-class.ts';

/** A small action that reads like a link, such as "Change" at the end of a row. */
export const LinkButton = ({ className = '', ...rest }: ComponentProps<'button'>) => (
  <button type="button" {...rest} className={`${linkClass} min-h-8 px-1 text-small ${className}`} />
);
