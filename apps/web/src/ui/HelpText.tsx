import { Link } from '@tanstack/react-router';
import { Children, type ReactNode } from 'react';
import { linkClass } from './button-class.ts';

const words = /\b((?:contact|call) us\b)/i;

/** "Contact us" and "call us" in a text lead to Help, wherever the text comes from. Elements stay as they are. */
export const HelpText = ({ children }: { children: ReactNode }): ReactNode => Children.map(children, linkWords);

function linkWords(child: ReactNode): ReactNode {
  if (typeof child !== 'string') return child;
  const [before, found, ...after] = child.split(words);
  if (found === undefined) return child;
  return (
    <>
      {before}
      <Link to="/help" className={linkClass}>
        {found}
      </Link>
      {after.join('')}
    </>
  );
}
