import type { HelpView } from '@larkmere/contract/customers/help';
import { useTranslations } from 'use-intl';

const works = ['keyboard', 'reader', 'contrast', 'zoom', 'motion', 'time'] as const;
const offers = ['relay', 'print', 'plain'] as const;

export function AccessibilityStatement({ help }: { help: HelpView }) {
  const t = useTranslations('help.accessibility');
  const { telephone, answerHours: hours } = help;
  return (
    <>
      <p>{t('intro')}</p>
      <h2 className="text-h2 font-bold">{t('worksTitle')}</h2>
      <ul className="grid list-disc gap-2 pl-5">
        {works.map((key) => (
          <li key={key}>{t(`works.${key}`)}</li>
        ))}
      </ul>
      <h2 className="text-h2 font-bold">{t('helpTitle')}</h2>
      <ul className="grid list-disc gap-2 pl-5">
        {offers.map((key) => (
          <li key={key}>{t(`help.${key}`, { telephone })}</li>
        ))}
      </ul>
      <h2 className="text-h2 font-bold">{t('limitsTitle')}</h2>
      <p>{t('limits')}</p>
      <p>{t('standard')}</p>
      <p>{t('tell', { telephone, hours })}</p>
    </>
  );
}
