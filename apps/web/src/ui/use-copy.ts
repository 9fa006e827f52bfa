import { useEffect, useState } from 'react';

/** Puts a text on the clipboard; `copied` holds for two seconds. A page that came over plain HTTP cannot copy. */
export function useCopy(text: string): { copied: boolean; copy: (() => void) | undefined } {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return { copied, copy: navigator.clipboard ? copy : undefined };
}
