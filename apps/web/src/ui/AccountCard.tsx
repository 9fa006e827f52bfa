import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { BalanceAmount } from './BalanceAmount.tsx';
import { CopyField } from './CopyField.tsx';
import { CurrencyFlag } from './CurrencyFlag.tsx';
import type { Money } from './money.ts';
import { Skeleton } from './Skeleton.tsx';

type AccountLine = { label: string; value: string };
export type AccountDetails = { scheme: string; lines: AccountLine[] };

type Props = {
  currency: string;
  bankholderid: string;
  cardholderid?: string;
  details: readonly [AccountDetails, ...AccountDetails[]];
  balance: Money | undefined;
  available: Money | undefined;
  onOpen: () => void;
  card?: ReactNode;
  loading?: boolean;
  note?: ReactNode;
};

export function AccountCard({
  currency,
  bankholderid,
  cardholderid,
  details,
  balance,
  available,
  onOpen,
  card,
  loading = false,
  note,
}: Props) {
  const t = useTranslations('ui.account');
  const [own, ...more] = details;
  return (
    // Two subgrid rows keep the divider at the same height in all cards.
    <article className="relative row-span-2 grid grid-rows-subgrid gap-y-0 rounded-card border border-line bg-surface p-5 transition-colors hover:border-line-strong">
      <div>
        <div className="flex items-center gap-3">
          <CurrencyFlag code={currency} />
          <div className="min-w-0 flex-1">
            <h3>
              <button
                type="button"
                onClick={onOpen}
                className="text-left after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
              >
                <span className="font-semibold">{currency}</span>{' '}
                <span className="text-text-muted">· {own.scheme}</span>
              </button>
            </h3>
            <p className="figures text-caption text-text-muted">
              {t('bid', { bankholderid })}
              {cardholderid && ` · ${t('cardholder', { cardholderid })}`}
            </p>
          </div>
          {card && <div className="relative z-10">{card}</div>}
        </div>
        {loading ? (
          <Skeleton shape="text" className="mt-3 grid h-17 content-evenly" count={2} />
        ) : (
          <>
            <p className="mt-3">
              <BalanceAmount label="balance" value={balance} placement="above" size="lg" />
            </p>
            <p className="text-small text-text-muted">
              <BalanceAmount label="available" value={available} size="sm" />
            </p>
          </>
        )}
        {note && <div className="relative z-10 w-fit text-small">{note}</div>}
      </div>
      <div className="mt-3 grid content-start gap-2 border-t border-line pt-3">
        <Lines lines={own.lines} />
        {more.map(({ scheme, lines }) => (
          <section key={scheme}>
            <h4 className="mb-1 text-small font-semibold">{scheme}</h4>
            <Lines lines={lines} />
          </section>
        ))}
      </div>
    </article>
  );
}

const Lines = ({ lines }: { lines: AccountLine[] }) => (
  <dl className="grid">
    {lines.map((line) => (
      <CopyField key={line.label} {...line} />
    ))}
  </dl>
);
