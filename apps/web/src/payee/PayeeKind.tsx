import type { PayeeView } from '@larkmere/contract/payee';
import { payeeTitles, usualType } from '@larkmere/contract/payee-type';

/** How a payee is paid, where its currency has several ways; the usual one needs no word. */
export const PayeeKind = ({ payee: { type, currency } }: { payee: Pick<PayeeView, 'type' | 'currency'> }) =>
  type !== usualType(currency) && (
    <span className="block text-small text-text-muted">
      {payeeTitles[type]} · {currency}
    </span>
  );
