import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from './IconButton.tsx';
import { inputClass } from './TextInput.tsx';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  takesFocus?: boolean;
};

export function SearchInput({ label, value, onChange, placeholder, takesFocus = false }: Props) {
  const t = useTranslations('ui');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <div className="relative">
      <Search size={18} className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-text-muted" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={placeholder}
        autoComplete="off"
        className={`${inputClass} px-10.5`}
      />
      {value && (
        <span className="absolute inset-y-0 right-2 flex items-center">
          <IconButton label={t('clear')} size="small" onClick={() => onChange('')}>
            <X size={16} />
          </IconButton>
        </span>
      )}
    </div>
  );
}
