import type { QuoteView } from '@larkmere/contract/fx/conversion';
import { formatDisplayedRate } from '@larkmere/money/displayed-rate';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { isSameQuote } from './transfer-draft.ts';
import type { TransferSubmission } from './use-submit-transfer.ts';
import type { TransferForm } from './use-transfer-form.ts';

type Props = { form: TransferForm; sending: TransferSubmission; before: QuoteView | undefined };

const amountErrorCodes = ['insufficient_funds', 'limit_exceeded', 'amount_invalid'];
/** A new quote follows these refusals, and the other notice explains it. */
const requotedCodes = ['quote_expired', 'rate_moved'];

export function ReviewNotices({ form, sending: { refusal }, before }: Props) {
  const t = useTranslations('fx.review');
  const now = form.quote.held?.quote;
  const startAgain = () => {
    form.renew();
    form.goTo('form');
  };
  return (
    <>
      {refusal && !requotedCodes.includes(refusal.code) && (
        <Notice
          kind="danger"
          title={refusal.text}
          action={
            <Button
              kind="secondary"
              onClick={amountErrorCodes.includes(refusal.code) ? () => form.goTo('form') : startAgain}
            >
              {amountErrorCodes.includes(refusal.code) ? t('changeAmount') : t('startAgain')}
            </Button>
          }
        />
      )}
      {before && now && before.quoteId !== now.quoteId && (
        <Notice
          kind={isSameQuote(before, now) ? 'info' : 'warning'}
          title={
            isSameQuote(before, now)
              ? t('renewed')
              : t('changed', {
                  before: formatDisplayedRate(before.displayedRate),
                  after: formatDisplayedRate(now.displayedRate),
                })
          }
        >
          {isSameQuote(before, now)
            ? t('renewedText')
            : t('changedText', { bought: moneyText(now.buyAmount), sold: moneyText(now.sellAmount) })}
        </Notice>
      )}
    </>
  );
}
