import { useTranslations } from 'use-intl';
import type { CaseItem } from './CaseItems.tsx';

/** What was told about an item, and what staff wrote about it. */
export function ItemAnswers({ item: { reason, answers, note } }: { item: CaseItem }) {
  const t = useTranslations('manageCustomer.case');
  const given = Object.entries(answers).filter(([, value]) => value !== null && value !== undefined);
  return (
    <>
      {reason && <p className="text-small text-danger">{reason}</p>}
      {given.length === 0 ? (
        <p className="text-small text-text-muted">{t('nothingTold')}</p>
      ) : (
        <dl className="divide-y divide-line border-y border-line text-small">
          {given.map(([name, value]) => (
            <div key={name} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 py-1.5">
              <dt className="text-text-muted">{inWords(name)}</dt>
              <dd className="wrap-anywhere">{Array.isArray(value) ? value.join(', ') : String(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {note && <p className="text-small text-text-muted">{note}</p>}
    </>
  );
}

/** `dateOfBirth` reads “Date of birth”. */
const inWords = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
