import { Link } from '@tanstack/react-router';
import { Children, type ReactNode } from 'react';
import { linkClass } from './button-class.ts';

const words = /\b((?:contact|call) us\b)/i;

/** "Contact us" and "call us" in a text lead to Help, wherever the text comes from. Elements stay as they are. */
export const HelpText = ({ children }: { children: ReactNode }): ReactNode => Children.map(children, linkWords);

const linkWords = (child: ReactNode): ReactNode =>
  typeof child === 'string'
    ? child.split(words).map((part, place) =>
        place % 2 === 0 ? (
          part
        ) : (
          <Link key={part} to="/help" className={linkClass}>
            {part}
          </Link>
        ),
      )
    : child;
