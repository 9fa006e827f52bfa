import { CloudOff } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { showNotice } from '../platform/toasts.ts';

const toastsAfterMs = 3000;

/** In sight on every page while the browser has no connection. styles/offline.css makes room for it. */
export function OfflineLine() {
  const t = useTranslations('shell.offline');
  const ref = useRef<HTMLParagraphElement>(null);
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine);
  useEffect(() => {
    const sayBack = () => showNotice({ kind: 'info', text: t('back') });
    addEventListener('online', sayBack);
    return () => removeEventListener('online', sayBack);
  }, [t]);
  useEffect(() => {
    // Its height depends on the width of the page.
    const measure = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--offline-height', `${ref.current?.offsetHeight ?? 0}px`);
    });
    if (ref.current) measure.observe(ref.current);
    return () => measure.disconnect();
  }, []);
  useEffect(() => {
    // A failure without a connection is told by a toast, whose code must have come before.
    const timer = setTimeout(() => void import('../ui/ToastStack.tsx').catch(() => {}), toastsAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p
      ref={ref}
      aria-live="polite"
      aria-atomic
      data-print="no"
      data-offline={isOnline ? undefined : ''}
      className={isOnline ? 'sr-only' : lineClass}
    >
      {!isOnline && (
        <>
          <CloudOff size={18} className="shrink-0" aria-hidden />
          {t('line')}
        </>
      )}
    </p>
  );
}

const lineClass =
  'sticky top-0 z-20 flex items-center justify-center gap-2 border-b border-line bg-warning-soft px-4 py-2 text-small font-medium text-warning lg:px-8';

function watchConnection(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
