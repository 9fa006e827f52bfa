import { useParams, useSearch } from '@tanstack/react-router';
import { paths } from '../kernel/paths.ts';
import { useSession } from '../kernel/session.ts';

export type PayeePaths = Readonly<{
  list: string;
  add: (currency: string, type: string) => string;
  view: (currency: string, type: string, uid: string) => string;
  edit: (currency: string, type: string, uid: string) => string;
}>;

const plus: PayeePaths = { list: paths.payee, add: paths.payeeAdd, view: paths.payeeView, edit: paths.payeeEdit };

const part = (show: 'add' | 'view' | 'edit') => (currency: string, type: string, uid?: string) =>
  paths.walletPayeePart({ show, currency: currency.toLowerCase(), type, ...(uid === undefined ? {} : { uid }) });

const wallet: PayeePaths = { list: paths.walletPayee, add: part('add'), view: part('view'), edit: part('edit') };

export const usePayeePaths = (): PayeePaths => (useSession().userType === 'wallet' ? wallet : plus);

type Address = { currency?: string; type?: string; uid?: string; then?: string; show?: string };

export function usePayeeAddress(): Address {
  const search: Address = useSearch({ strict: false });
  const params: Address = useParams({ strict: false });
  return { ...search, ...params };
}
