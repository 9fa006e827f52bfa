import { useEffect, useRef } from 'react';

/** The heading of one step. A reader who goes on or back starts here; the first one leaves the focus to the page. */
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
