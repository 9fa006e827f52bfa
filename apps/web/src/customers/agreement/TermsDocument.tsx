import { Download, Printer } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { brand } from '../../platform/brand.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { DocumentContents } from '../../ui/DocumentContents.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { Logo } from '../../ui/Logo.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { Terms } from './agreement.api.ts';

const pdfAddress = '/api/services/v1/document/terms/pdf';

export function TermsDocument({ terms: { version, effectiveOn, sections } }: { terms: Terms }) {
  const t = useTranslations('agreement');
  const locale = useLocale();
  return (
    <div className="mx-auto grid w-full max-w-[1000px] items-start gap-5 lg:grid-cols-[240px_minmax(0,1fr)] print:block">
      <DocumentContents title={t('contents')} entries={sections} />
      <Card className="min-w-0 lg:p-8 print:border-0 print:p-0">
        <p className="mb-3 hidden items-center gap-2 text-h2 font-bold print:flex">
          <Logo />
          {brand.name} · {t('title')}
        </p>
        <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line pb-5">
          <StatusPill kind="neutral">{t('version', { version })}</StatusPill>
          <span className="flex-1 text-small text-text-muted">
            {t('since', { day: formatDate(new Date(effectiveOn), locale) })}
          </span>
          <div data-print="no" className="flex flex-wrap gap-3">
            <Button kind="secondary" icon={<Printer size={18} />} onClick={() => print()}>
              {t('print')}
            </Button>
            <a href={pdfAddress} download={`terms_${version}.pdf`} className={buttonClass('secondary')}>
              <Download size={18} />
              {t('download')}
            </a>
          </div>
        </div>
        <div className="grid gap-7">
          {sections.map(({ id, title, paragraphs }, i) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
              <h2 id={`${id}-title`} className="text-h2 font-bold">
                {i + 1}. {title}
              </h2>
              <div className="mt-2 grid max-w-[68ch] gap-3">
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </section>
          ))}
        </div>
      </Card>
    </div>
  );
}
