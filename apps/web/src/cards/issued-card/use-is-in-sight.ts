import { useEffect, useState } from 'react';

/** Whether the page is in front and has the focus. */
export function useIsInSight(): boolean {
  const [isInSight, setInSight] = useState(() => document.hasFocus() && !document.hidden);
  useEffect(() => {
    const look = () => setInSight(document.hasFocus() && !document.hidden);
    addEventListener('blur', look);
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('blur', look);
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return isInSight;
}
