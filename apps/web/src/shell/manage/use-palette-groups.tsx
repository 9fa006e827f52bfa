import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { searchQuery } from '../../back-office/customer/customer.api.ts';
import { staffPaths } from '../../back-office/parts/parts.ts';
import { useDebounced } from '../../platform/forms/use-debounced.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { menuFor } from './menu.ts';

export type PaletteItem = Readonly<{
  id: string;
  to: string;
  icon: ReactNode;
  title: string;
  detail: string;
  state: string;
}>;
export type PaletteGroup = Readonly<{ name: 'customers' | 'pages'; items: PaletteItem[] }>;

const typingMs = 200;
const minLength = 2;
const maxCustomers = 8;

/** Busy until the customers belong to the text as it stands. */
export function usePaletteGroups(text: string, maySearch: boolean): { groups: PaletteGroup[]; isBusy: boolean } {
  const t = useTranslations('manage.nav');
  const { permissions } = useStaffSession();
  const customers = useCustomers(text, maySearch);
  const pages = menuFor(permissions)
    .flatMap(({ items }) => items)
    .map(
      ({ path, label, icon: Icon }): PaletteItem => ({
        id: `page:${label}`,
        to: path,
        icon: <Icon size={20} className="text-text-muted" />,
        title: t(label),
        detail: '',
        state: '',
      }),
    )
    .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
  const groups: PaletteGroup[] = [
    { name: 'customers', items: customers.items },
    { name: 'pages', items: pages },
  ];
  return { groups: groups.filter(({ items }) => items.length > 0), isBusy: customers.isBusy };
}

function useCustomers(text: string, maySearch: boolean): { items: PaletteItem[]; isBusy: boolean } {
  const t = useTranslations('manageCustomer');
  const query = useDebounced(text, typingMs);
  const isSearching = maySearch && query.length >= minLength;
  const { data, isLoading } = useQuery({ ...searchQuery(query), enabled: isSearching });
  const found = isSearching && data ? data.list.slice(0, maxCustomers) : [];
  return {
    items: found.map(({ uid, name, memberCode, type, foundBy, status }) => ({
      id: `customer:${uid}`,
      to: staffPaths.customer(uid),
      icon: <Avatar name={name} size={28} />,
      title: name,
      detail: `${memberCode} · ${t(`type.${type}`)} · ${t(`foundBy.${foundBy}`)}`,
      state: t(`status.${status}`),
    })),
    isBusy: maySearch && (text !== query || isLoading) && Math.max(text.length, query.length) >= minLength,
  };
}
