import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';

export type FormError = { id: string; message: string };

export function ErrorSummary({ errors }: { errors: FormError[] }) {
  const t = useTranslations('ui');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded-control border-2 border-danger bg-danger-soft p-4 outline-none"
    >
      <CircleAlert size={20} className="mt-0.5 shrink-0 text-danger" />
      <div>
        <p className="font-bold text-danger">{t('errorSummary', { count: errors.length })}</p>
        <ul className="mt-1 grid gap-1 text-small">
          {errors.map(({ id, message }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="underline underline-offset-4"
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(id)?.focus();
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
