import { useParams, useSearch } from '@tanstack/react-router';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';

export type PayeePaths = Readonly<{
  list: string;
  add: (currency: string, type: string) => string;
  view: (currency: string, type: string, uid: string) => string;
  edit: (currency: string, type: string, uid: string) => string;
}>;

const plusPaths: PayeePaths = { list: paths.payee, add: paths.payeeAdd, view: paths.payeeView, edit: paths.payeeEdit };

const walletPath = (show: 'add' | 'view' | 'edit') => (currency: string, type: string, uid?: string) =>
  paths.walletPayeePart({ show, currency: currency.toLowerCase(), type, ...(uid === undefined ? {} : { uid }) });

const walletPaths: PayeePaths = {
  list: paths.walletPayee,
  add: walletPath('add'),
  view: walletPath('view'),
  edit: walletPath('edit'),
};

export const usePayeePaths = (): PayeePaths => (useSession().userType === 'wallet' ? walletPaths : plusPaths);

type Address = { currency?: string; type?: string; uid?: string; then?: string; show?: string };

export function usePayeeAddress(): Address {
  const search: Address = useSearch({ strict: false });
  const params: Address = useParams({ strict: false });
  return { ...search, ...params };
}
