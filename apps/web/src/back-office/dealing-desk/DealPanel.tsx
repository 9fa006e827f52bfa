import type { DealForDealer, DealingDesk } from '@larkmere/contract/fx/manual-fx';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { StaffLink, staffPaths } from '../parts/parts.ts';
import { DealFacts, QuoteFacts } from './DealFacts.tsx';
import { DeclineDialog } from './DeclineDialog.tsx';
import { isLate, stageOf } from './deal-stages.ts';
import { QuoteForm } from './QuoteForm.tsx';
import { StepButton } from './StepButton.tsx';
import { useDayText } from './use-day-text.ts';
import { useQuoteAgainKey } from './use-desk-key.ts';
import { useLondonDay } from './use-london-day.ts';

type Props = {
  deal: DealForDealer;
  limit: DealingDesk['limit'];
  canAct: boolean;
  now: number;
  onBack?: (() => void) | undefined;
};

const finalStates: readonly DealForDealer['state'][] = ['settled', 'declined', 'withdrawn', 'unable'];

/** The chosen request, with what can be done about it at its stage. */
export function DealPanel({ deal, limit, canAct, now, onBack }: Props) {
  const t = useTranslations('manageDealingDesk.deal');
  const { customer, customerId, memberCode, state } = deal;
  return (
    <Card>
      <div className="grid gap-4">
        {onBack && (
          <Button kind="quiet" className="-ml-3 w-fit" icon={<ArrowLeft size={18} />} onClick={onBack}>
            {t('back')}
          </Button>
        )}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="min-w-0 text-h2 font-bold wrap-anywhere">
            {customer} <span className="text-small font-normal text-text-muted">{memberCode}</span>
          </h2>
          <span className="flex items-center gap-3 text-small">
            <StatusPill kind={finalStates.includes(state) ? 'neutral' : 'info'}>{t(`state.${state}`)}</StatusPill>
            <StaffLink to={staffPaths.customer(customerId)} className={linkClass} otherwise={null}>
              {t('customer')}
            </StaffLink>
          </span>
        </div>
        <DealFacts deal={deal} />
        {canAct || finalStates.includes(state) ? null : <p className="text-small text-text-muted">{t('readOnly')}</p>}
        <Work deal={deal} limit={limit} canAct={canAct} now={now} />
      </div>
    </Card>
  );
}

type WorkProps = Omit<Props, 'onBack'>;

function Work({ deal, limit, canAct, now }: WorkProps) {
  const t = useTranslations('manageDealingDesk');
  const [isQuotingAgain, setQuotingAgain] = useState(false);
  const stage = stageOf(deal, now);
  const isQuoted = stage === 'customer' || stage === 'approve';
  useQuoteAgainKey(() => {
    if (canAct && isQuoted) setQuotingAgain(true);
  });
  const decline = canAct && <DeclineButton deal={deal} />;
  if (finalStates.includes(deal.state)) return deal.quote && <QuoteFacts quote={deal.quote} />;
  if (stage === 'settle') return <Settling deal={deal} />;
  if (stage === 'book') return <Booking deal={deal} canAct={canAct} decline={decline} />;
  if (isQuoted && !isQuotingAgain)
    return (
      <Running deal={deal} stage={stage} canAct={canAct}>
        {canAct && (
          <Button kind="secondary" onClick={() => setQuotingAgain(true)}>
            {t('deal.quoteAgain')}
          </Button>
        )}
        {decline}
      </Running>
    );
  if (!canAct) return null;
  if (deal.state === 'requested')
    return (
      <Actions>
        {decline}
        <StepButton
          toStep={(idempotency) => ({ verb: 'assign', uid: deal.uid, idempotency })}
          label={t('deal.take')}
          done={t('deal.taken')}
          refused={t('notDone')}
        />
      </Actions>
    );
  const back = isQuoted && (
    <Button kind="secondary" onClick={() => setQuotingAgain(false)}>
      {t('deal.keep')}
    </Button>
  );
  return (
    <>
      {deal.waiting && !isQuoted && <Notice kind="warning" title={t('approve.late')} />}
      {!deal.isOwn && deal.dealer && <Notice kind="warning" title={t('deal.other', { name: deal.dealer })} />}
      <QuoteForm deal={deal} limit={limit} decline={back || decline} onSent={() => setQuotingAgain(false)} />
    </>
  );
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-end gap-3">{children}</div>
);

function DeclineButton({ deal }: { deal: DealForDealer }) {
  const t = useTranslations('manageDealingDesk.decline');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && <DeclineDialog deal={deal} onClose={() => setOpen(false)} />}
    </>
  );
}

type RunningProps = { deal: DealForDealer; stage: 'approve' | 'customer'; canAct: boolean; children: ReactNode };

/** A rate that waits: for a second dealer, or for the customer. */
function Running({ deal, stage, canAct, children }: RunningProps) {
  const t = useTranslations('manageDealingDesk');
  const quote = stage === 'approve' ? deal.waiting : deal.quote;
  const [overNumber, setOverNumber] = useState<number>();
  if (!quote) return null;
  const { uid } = deal;
  const { number, isOwn, dealer, validUntil } = quote;
  const isOver = overNumber === number;
  const left = () => (
    <Countdown key={number} until={Date.parse(validUntil)} onEnd={() => setOverNumber(number)} announceAt={[10]} />
  );
  return (
    <>
      {stage === 'approve' && (
        <Notice kind="warning" title={isOwn ? t('approve.own') : t('approve.other', { name: dealer })} />
      )}
      <QuoteFacts quote={quote} />
      <p>{isOver ? t('deal.ranOut') : t.rich(stage === 'approve' ? 'approve.left' : 'deal.holds', { left })}</p>
      <Actions>
        {children}
        {stage === 'approve' && canAct && !isOwn && (
          <StepButton
            toStep={(idempotency) => ({ verb: 'approve', uid, number, idempotency })}
            label={t('approve.button')}
            done={t('approve.done')}
            refused={t('approve.refused')}
            isOver={isOver}
          />
        )}
      </Actions>
    </>
  );
}

function Booking({ deal, canAct, decline }: { deal: DealForDealer; canAct: boolean; decline: ReactNode }) {
  const t = useTranslations('manageDealingDesk');
  const { uid, quote } = deal;
  if (!quote) return null;
  return (
    <>
      <QuoteFacts quote={quote} />
      <Notice kind="success" title={t('deal.accepted', { amount: moneyText(quote.sellAmount) })}>
        {t('deal.bookText')}
      </Notice>
      {canAct && (
        <Actions>
          {decline}
          <StepButton
            toStep={(idempotency) => ({ verb: 'book', uid, idempotency })}
            label={t('deal.book')}
            done={t('deal.booked')}
            refused={t('notDone')}
          />
        </Actions>
      )}
    </>
  );
}

function Settling({ deal }: { deal: DealForDealer }) {
  const t = useTranslations('manageDealingDesk.deal');
  const dayText = useDayText();
  const today = useLondonDay();
  const { quote, valueDate } = deal;
  const day = dayText(valueDate);
  return (
    <>
      {quote && <QuoteFacts quote={quote} />}
      {isLate(deal, today) ? <Notice kind="danger" title={t('lateText', { day })} /> : <p>{t('settles', { day })}</p>}
    </>
  );
}
