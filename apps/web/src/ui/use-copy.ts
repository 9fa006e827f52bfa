import { useEffect, useState } from 'react';

/** `copy` is undefined on pages served over plain HTTP, which cannot use the clipboard. */
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
