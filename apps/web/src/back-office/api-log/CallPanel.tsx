import type { ApiCall } from '@larkmere/contract/back-office/api-log';
import { ChevronDown, ChevronUp, EyeOff, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CopyField } from '../../ui/CopyField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { StaffLink, staffPaths } from '../parts/parts.ts';
import { CallOutcomePill } from './CallOutcomePill.tsx';
import { countMasked, moneyOf } from './payment-money.ts';
import { ResendPart } from './ResendPart.tsx';
import { useExactTime } from './use-exact-time.ts';
import { usePartnerName } from './use-partner-name.ts';

type Props = {
  call: ApiCall;
  onStep: (step: 1 | -1) => void;
  onSearch: (text: string) => void;
  onClose: () => void;
};

/** Beside the list, not over it: what happened to the money first, then the ids, the bodies, and what can be done. */
export function CallPanel({ call, onStep, onSearch, onClose }: Props) {
  const t = useTranslations('manageApiLog.panel');
  const at = useExactTime();
  const partnerName = usePartnerName();
  const { operation, partner, attempt, latencyMs } = call;
  return (
    <aside aria-label={t('label')} className="grid content-start gap-5 rounded-card border border-line bg-surface p-5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-bold wrap-anywhere">{operation}</h2>
          <p className="text-small text-text-muted">
            {partnerName(partner)} · {at(call.at)}
          </p>
        </div>
        <IconButton label={t('previous')} size="small" onClick={() => onStep(-1)}>
          <ChevronUp size={18} />
        </IconButton>
        <IconButton label={t('next')} size="small" onClick={() => onStep(1)}>
          <ChevronDown size={18} />
        </IconButton>
        <IconButton label={t('close')} size="small" onClick={onClose}>
          <X size={18} />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-center gap-3 text-small">
        <CallOutcomePill {...call} />
        {attempt !== null && <StatusPill kind="neutral">{t('attempt', { attempt: String(attempt) })}</StatusPill>}
        <span className="text-text-muted">{t('latency', { ms: String(latencyMs) })}</span>
      </div>
      <Subject call={call} onSearch={onSearch} />
      <Body title={t('request')} body={call.requestRedacted} empty={t('nothing')} />
      <Body title={t('response')} body={call.responseRedacted} empty={useEmptyAnswer(call)} />
      <ResendPart key={call.id} call={call} />
    </aside>
  );
}

function Subject({ call: { payment, customer, correlationId }, onSearch }: Pick<Props, 'call' | 'onSearch'>) {
  const t = useTranslations('manageApiLog.panel');
  const money = useTranslations('manageApiLog.moneyState');
  const amount = payment && `${payment.amount.amount} ${payment.amount.currency}`;
  return (
    <dl className="grid gap-1 text-small">
      {payment && amount && (
        <>
          <Row label={t('money')}>
            <strong className="font-semibold">{money(moneyOf(payment.state), { amount })}</strong>
          </Row>
          <Row label={t('payment')}>
            {payment.reference} <LinkButton onClick={() => onSearch(payment.reference)}>{t('all')}</LinkButton>
          </Row>
        </>
      )}
      {customer && (
        <Row label={t('customer')}>
          <StaffLink to={staffPaths.customer(customer.uid)} className="font-semibold underline">
            {customer.name}
          </StaffLink>{' '}
          <span className="figures">{customer.memberCode}</span>
        </Row>
      )}
      <CopyField label={t('correlation')} value={correlationId} />
    </dl>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-2 py-1">
    <dt className="text-text-muted">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

function useEmptyAnswer({ direction, outcome, latencyMs }: ApiCall): string {
  const t = useTranslations('manageApiLog.panel');
  if (outcome === 'no_answer') return t('noneWithin', { ms: String(latencyMs) });
  return t(direction === 'in' && outcome === 'answered' ? 'notKept' : 'nothing');
}

function Body({ title, body, empty }: { title: string; body: unknown; empty: string }) {
  const t = useTranslations('manageApiLog.panel');
  const hidden = countMasked(body);
  return (
    <section className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-small font-semibold">{title}</h3>
        {hidden > 0 && (
          <p className="flex items-center gap-1.5 text-caption text-text-muted">
            <EyeOff size={14} />
            {t('masked', { count: hidden })}
          </p>
        )}
      </div>
      {body === null ? (
        <p className="text-small text-text-muted">{empty}</p>
      ) : (
        <pre className="rounded-control bg-sunken p-3 text-caption wrap-anywhere whitespace-pre-wrap">
          {JSON.stringify(body, null, 2)}
        </pre>
      )}
    </section>
  );
}
