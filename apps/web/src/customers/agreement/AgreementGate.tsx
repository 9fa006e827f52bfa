import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { brand } from '../../platform/brand.ts';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { refreshSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LegalFooter } from '../../ui/LegalFooter.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { type Terms, termsQuery, useDecideAgreement } from './agreement.api.ts';
import { TermsDocument } from './TermsDocument.tsx';

export function AgreementGate() {
  const t = useTranslations('agreement');
  const { data, error, refetch } = useQuery(termsQuery);
  return (
    <div className="flex min-h-dvh flex-col">
      <header data-print="no" className="border-b border-line">
        <div className="page-width mx-auto flex h-16 items-center justify-between gap-3">
          <p className="flex items-center gap-2.5 text-h2 font-bold">
            <Logo />
            {brand.name}
          </p>
          <Link to={paths.logout} className={buttonClass('secondary')}>
            {t('gate.logout')}
          </Link>
        </div>
      </header>
      <main className="page-width mx-auto grid flex-1 content-start gap-6 py-8">
        <div data-print="no" className="mx-auto w-full max-w-[1000px]">
          <PageHeading title={t('gate.title')} />
          <p className="mt-2 max-w-[68ch] text-text-muted">{t('gate.text')}</p>
        </div>
        {error && !data && (
          <Card>
            <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
          </Card>
        )}
        {!error && !data && <Skeleton shape="card" count={2} />}
        {data && (
          <>
            <TermsDocument terms={data} />
            <DecideTerms terms={data} />
          </>
        )}
      </main>
      <LegalFooter />
    </div>
  );
}

function DecideTerms({ terms: { version, documentHash } }: { terms: Terms }) {
  const t = useTranslations('agreement.gate');
  const [agreed, setAgreed] = useState(false);
  const [forgotten, setForgotten] = useState(false);
  const [declined, setDeclined] = useState(false);
  const decide = useDecideAgreement();
  const accepting = useIdempotentRequest(decide.mutateAsync, () => void refreshSession());
  const declining = useIdempotentRequest(decide.mutateAsync, () => setDeclined(true));
  const isBusy = [accepting, declining].some(({ sending, unknown }) => sending || unknown);
  const answer = { version, documentHash };
  const accept = () => {
    setForgotten(!agreed);
    if (agreed) void accepting.send({ ...answer, accepted: true, idempotency: accepting.key });
  };
  const decline = () => void declining.send({ ...answer, accepted: false, idempotency: declining.key });
  return (
    <div data-print="no" className="mx-auto w-full max-w-[1000px] lg:pl-65">
      <Card>
        <div className="grid gap-4">
          {declined && !isBusy && (
            <Notice kind="info" title={t('declined')}>
              {t('declinedText', { address: brand.supportEmail })}
            </Notice>
          )}
          <Checkbox
            checked={agreed}
            aria-invalid={forgotten || undefined}
            aria-describedby={forgotten ? 'agree-fault' : undefined}
            onChange={({ target }) => {
              setAgreed(target.checked);
              setForgotten(false);
            }}
          >
            {t('agree', { version })}
          </Checkbox>
          {forgotten && (
            <p id="agree-fault" role="alert" className="text-small text-danger">
              {t('agreeFault')}
            </p>
          )}
          <SubmitNotice submission={accepting} refusedTitle={t('refused')} retryText={t('retry')} />
          <SubmitNotice submission={declining} refusedTitle={t('refused')} retryText={t('retry')} />
          <div className="flex flex-wrap gap-3">
            <Button busy={isBusy} onClick={accept}>
              {accepting.sending ? t('sending') : t('accept')}
            </Button>
            <Button kind="quiet" busy={isBusy} onClick={decline}>
              {t('decline')}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  );
}
