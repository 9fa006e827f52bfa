import type { FactorResetForm } from '@larkmere/contract/customers/factor-reset';
import type { KycItemForm } from '@larkmere/contract/customers/kyc';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { FormSourceContext, ItemFiles, useUploads } from '../kyc/kyc.tsx';
import { useResetSource, useSubmitReset } from './factor-reset.api.ts';
import type { ResetLink } from './reset-link.ts';

type Props = { link: ResetLink; form: FactorResetForm };

export function ResetPhotos({ link, form }: Props) {
  const t = useTranslations('factorReset');
  const { at } = useDateTimeTexts();
  const source = useResetSource(link);
  const [isTried, setTried] = useState(false);
  const { name, items, selfieNumber, expiresAt } = form;
  return (
    <FormSourceContext value={source}>
      <p className="text-text-muted">{t('intro', { name, day: at(expiresAt) })}</p>
      {items.map((item) =>
        item.key === 'selfie' ? (
          <Photo key={item.key} item={item} examples={[t('selfie.example')]} isTried={isTried}>
            <p className="text-text-muted">{t('selfie.text')}</p>
            <p className="grid w-fit gap-0.5 rounded-control bg-sunken px-5 py-3">
              <span className="text-small text-text-muted">{t('selfie.number')}</span>
              <strong className="figures text-h1 font-bold tracking-widest">{selfieNumber}</strong>
            </p>
          </Photo>
        ) : (
          <Photo key={item.key} item={item} examples={[t('identity.passport'), t('identity.card')]} isTried={isTried}>
            <p className="text-text-muted">{t('identity.text')}</p>
          </Photo>
        ),
      )}
      <SendPhotos link={link} form={form} onTry={() => setTried(true)} />
    </FormSourceContext>
  );
}

type PhotoProps = { item: KycItemForm; examples: readonly string[]; isTried: boolean; children: ReactNode };

function Photo({ item, examples, isTried, children }: PhotoProps) {
  const uploads = useUploads(item.key);
  return (
    <Card title={item.title}>
      <div className="grid gap-3">
        {children}
        <ItemFiles item={item} examples={examples} uploads={uploads} isTried={isTried} />
      </div>
    </Card>
  );
}

function SendPhotos({ link, form: { items, canSubmit }, onTry }: Props & { onTry: () => void }) {
  const t = useTranslations('factorReset.send');
  const { mutateAsync } = useSubmitReset(link);
  const sending = useIdempotentRequest(mutateAsync, () => globalThis.scrollTo({ top: 0 }));
  const left = items.filter(({ isComplete }) => !isComplete).map(({ title }) => title);
  return (
    <Card title={t('title')}>
      <div className="grid gap-3">
        <p id="reset-left" className="text-small text-text-muted">
          {left.length > 0 ? t('left', { items: left.join(', ') }) : t('text')}
        </p>
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('once')} />
        <Button
          className="w-fit max-sm:w-full"
          aria-describedby="reset-left"
          busy={sending.sending || sending.unknown}
          busyLabel={t('busy')}
          onClick={() => {
            if (canSubmit) void sending.send(sending.key);
            else onTry();
          }}
        >
          {t('button')}
        </Button>
      </div>
    </Card>
  );
}
