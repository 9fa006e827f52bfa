import type { PositionView } from '@larkmere/contract/fx/treasury';
import type { Currency } from '@larkmere/money/money';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { moneyText } from '../../ui/money.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { useCoverPosition } from './dealing-desk.api.ts';

type Props = { position: PositionView; onClose: () => void };

const isNegative = ({ amount }: { amount: string }): boolean => amount.startsWith('-');
const isFree = ({ free }: PositionView['lines'][number]): boolean => !isNegative(free) && /[1-9]/.test(free.amount);

/** Cover closes a position and never opens one, so only what is free can be sold. */
export function CoverDialog({ position: { lines }, onClose }: Props) {
  const t = useTranslations('manageDealingDesk');
  const form = useId();
  const sellable = lines.filter(isFree);
  const short = lines.find(({ position }) => isNegative(position));
  const [sell, setSell] = useState<Currency | undefined>(sellable[0]?.currency);
  const [buy, setBuy] = useState<Currency>(short?.currency ?? 'GBP');
  const [amount, setAmount] = useState('');
  const [tried, setTried] = useState(false);
  const faultOf = useAmountError();
  const cover = useCoverPosition();
  const sending = useIdempotentRequest(cover.mutateAsync, () => {
    showToast({ kind: 'success', text: t('position.done') });
    onClose();
  });
  const free = sellable.find(({ currency }) => currency === sell)?.free;
  const buyable = lines.map(({ currency }) => currency).filter((currency) => currency !== sell);
  const bought = buy === sell ? buyable[0] : buy;
  const fault = sell && faultOf(amount, sell);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!sell || !bought || fault) return;
    void sending.send({ sell, buy: bought, amount, idempotency: sending.key });
  };
  const toOptions = (currencies: readonly Currency[]) => currencies.map((value) => ({ value, label: value }));
  return (
    <Dialog
      title={t('position.coverTitle')}
      description={t(sell ? 'position.coverAbout' : 'position.nothingFree')}
      onClose={onClose}
      actions={
        sell && (
          <Button type="submit" form={form} busy={sending.sending}>
            {t('position.submit')}
          </Button>
        )
      }
    >
      {sell && (
        <form id={form} noValidate onSubmit={submit} className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label={t('position.sell')}
              value={sell}
              options={toOptions(sellable.map(({ currency }) => currency))}
              onChange={({ target }) => setSell(target.value as Currency)}
            />
            <SelectField
              label={t('position.buy')}
              value={bought}
              options={toOptions(buyable)}
              onChange={({ target }) => setBuy(target.value as Currency)}
            />
          </div>
          <AmountInput
            label={t('position.amount')}
            currency={sell}
            value={amount}
            onChange={setAmount}
            error={tried ? fault : undefined}
          />
          {free && (
            <p className="flex items-center justify-between gap-3 text-small text-text-muted">
              {t('position.free', { amount: moneyText(free) })}
              <LinkButton onClick={() => setAmount(free.amount)}>{t('position.useAll')}</LinkButton>
            </p>
          )}
          <SubmitNotice submission={sending} refusedTitle={t('notDone')} retryText={t('again')} />
        </form>
      )}
    </Dialog>
  );
}
