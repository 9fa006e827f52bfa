import { useEffect, useRef } from 'react';

/** Takes the focus on every step but the first. */
export function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-[1.5rem] leading-8 font-bold outline-none">
      {children}
    </h2>
  );
}
