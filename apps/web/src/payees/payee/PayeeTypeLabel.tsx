import type { PayeeView } from '@larkmere/contract/payees/payee';
import { defaultPayeeType, payeeTypeTitles } from '@larkmere/contract/payees/payee-type';

export const PayeeTypeLabel = ({ payee: { type, currency } }: { payee: Pick<PayeeView, 'type' | 'currency'> }) =>
  type !== defaultPayeeType(currency) && (
    <span className="block text-small text-text-muted">
      {payeeTypeTitles[type]} · {currency}
    </span>
  );
