import { useTranslations } from 'use-intl';

/** Partners of the configuration, such as rate feeds, have no text of ours: their own name is displayed. */
export function usePartnerName(): (partner: string) => string {
  const t = useTranslations('manageApiLog.partners');
  return (partner) => (t.has(partner as 'bank') ? t(partner as 'bank') : partner);
}
