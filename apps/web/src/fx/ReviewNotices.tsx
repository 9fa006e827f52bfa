import { shownRateText } from '@larkmere/money/rate-text';
import type { QuoteView } from '@larkmere/contract/fx';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/Button.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { isSame } from './transfer-draft.ts';
import type { TransferForm } from './use-transfer-form.ts';
import type { TransferSending } from './use-transfer-send.ts';

type Props = { form: TransferForm; sending: TransferSending; before: QuoteView | undefined };

const aboutAmount = ['insufficient_funds', 'limit_exceeded', 'amount_invalid'];
/** A new quote follows these refusals, and the other notice explains it. */
const renewed = ['quote_expired', 'rate_moved'];

export function ReviewNotices({ form, sending: { refusal }, before }: Props) {
  const t = useTranslations('fx.review');
  const now = form.quote.held?.quote;
  const startAgain = () => {
    form.renew();
    form.goTo('form');
  };
  return (
    <>
      {refusal && !renewed.includes(refusal.code) && (
        <Notice
          kind="danger"
          title={refusal.text}
          action={
            <Button
              kind="secondary"
              onClick={aboutAmount.includes(refusal.code) ? () => form.goTo('form') : startAgain}
            >
              {aboutAmount.includes(refusal.code) ? t('changeAmount') : t('startAgain')}
            </Button>
          }
        />
      )}
      {before && now && before.quoteId !== now.quoteId && (
        <Notice
          kind={isSame(before, now) ? 'info' : 'warning'}
          title={
            isSame(before, now)
              ? t('renewed')
              : t('changed', { before: shownRateText(before.shown), after: shownRateText(now.shown) })
          }
        >
          {isSame(before, now)
            ? t('renewedText')
            : t('changedText', { bought: moneyText(now.buyAmount), sold: moneyText(now.sellAmount) })}
        </Notice>
      )}
    </>
  );
}
