import { ArrowDown, ArrowUp, CornerDownLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** For those who use the keyboard; a phone shows only where it searched. */
export function SearchKeys() {
  const t = useTranslations('search');
  return (
    <div className="flex items-center gap-5 border-t border-line bg-page px-5 py-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] text-small text-text-muted md:rounded-b-dialog">
      <Hint label={t('keys.move')}>
        <Key>
          <ArrowUp size={12} />
        </Key>
        <Key>
          <ArrowDown size={12} />
        </Key>
      </Hint>
      <Hint label={t('keys.open')}>
        <Key>
          <CornerDownLeft size={12} />
        </Key>
      </Hint>
      <Hint label={t('keys.send')}>
        <Key>Tab</Key>
      </Hint>
      <Hint label={t('keys.close')}>
        <Key>Esc</Key>
      </Hint>
      <span className="ml-auto">{t('everywhere')}</span>
    </div>
  );
}

const Hint = ({ label, children }: { label: string; children: ReactNode }) => (
  <span aria-hidden className="hidden items-center gap-1.5 md:flex">
    {children}
    {label}
  </span>
);

const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-grid min-h-5 min-w-5 place-items-center rounded-small border border-line bg-surface px-1 font-sans text-caption">
    {children}
  </kbd>
);
