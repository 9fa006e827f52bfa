import type { PayeeView } from '@larkmere/contract/payee';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PayeeCheck } from '../ui/PayeeCheck.tsx';
import { faceOf } from './name-check.ts';
import { usableGbpQuery } from './payee.api.ts';
import { fits } from './payee-search.ts';

/** Those that can be paid in pounds inside the UK, the ones paid last first. */
export const useUsableGbpPayees = () => useQuery(usableGbpQuery);

/** Those that a typed text means, in the order they came. */
export const searchPayees = (payees: PayeeView[], text: string): PayeeView[] =>
  payees.filter((payee) => fits(payee, text));

type Props = { check: { result: string; actualName: string | null }; name: string; children?: ReactNode };

/** What the payee's bank said about the name, in one of the four faces of every scheme. */
export const NameCheckNotice = ({ check: { result, actualName }, name, children }: Props) => (
  <PayeeCheck result={faceOf(result)} accountName={actualName ?? name}>
    {children}
  </PayeeCheck>
);
