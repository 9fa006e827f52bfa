import type { PayeeView } from '@larkmere/contract/payee';
import { payeeTitles, usualType } from '@larkmere/contract/payee-type';

export const PayeeKind = ({ payee: { type, currency } }: { payee: Pick<PayeeView, 'type' | 'currency'> }) =>
  type !== usualType(currency) && (
    <span className="block text-small text-text-muted">
      {payeeTitles[type]} · {currency}
    </span>
  );
