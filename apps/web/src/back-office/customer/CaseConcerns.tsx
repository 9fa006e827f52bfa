import type { KycCaseFile } from '@larkmere/contract/back-office/kyc-review';
import { useTranslations } from 'use-intl';
import { Notice } from '../../ui/Notice.tsx';

type Concerns = Pick<KycCaseFile, 'hits' | 'differences'> & Partial<Pick<KycCaseFile, 'concerns'>>;

export function CaseConcerns({ concerns = [], hits, differences }: Concerns) {
  const t = useTranslations('manageCustomer.case');
  if (concerns.length + hits.length + differences.length === 0) return null;
  return (
    <Notice kind="warning" title={t('concerns')}>
      <ul>
        {concerns.map((concern) => (
          <li key={concern}>{t(`concern.${concern}`)}</li>
        ))}
        {hits.map(({ entryId, name, score }) => (
          <li key={entryId}>{t('hit', { name, score })}</li>
        ))}
        {differences.map((difference) => (
          <Difference key={JSON.stringify(difference)} {...difference} />
        ))}
      </ul>
    </Notice>
  );
}

function Difference({ field, versions }: KycCaseFile['differences'][number]) {
  const t = useTranslations('manageCustomer.case');
  const shown = versions.map(({ source, value }) => t('version', { value, source: t(`sources.${source}`) }));
  return <li>{t('difference', { field: t(`differenceFields.${field}`), versions: shown.join(' · ') })}</li>;
}
