import { useTranslations } from 'use-intl';
import type { SupportingDocuments } from './document.api.ts';

export function DocumentNames({ documents, onItsWay }: Pick<SupportingDocuments, 'documents' | 'onItsWay'>) {
  const t = useTranslations('document');
  return (
    <ul>
      {documents.map(({ uid, name, state, reason }) => (
        <li key={uid} className="wrap-anywhere">
          {name} <span className="text-small text-text-muted">· {t(`state.${state}`)}</span>
          {state === 'refused' && (
            <span className="block text-small">
              {reason} {t('ahead.leftOut')}
            </span>
          )}
        </li>
      ))}
      {onItsWay && <li>{t('ahead.onItsWay')} …</li>}
    </ul>
  );
}
