import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { searchQuery } from '../../back-office/customer/customer.api.ts';
import { staffPaths } from '../../back-office/parts/parts.ts';
import { useDebounced } from '../../platform/forms/use-debounced.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { menuFor } from './menu.ts';

type Item = Readonly<{
  key: string;
  group: 'customers' | 'pages';
  to: string;
  icon: ReactNode;
  title: string;
  detail: string;
  state: string;
}>;
type Props = { maySearch: boolean; onClose: () => void };

const typingMs = 200;
const maxCustomers = 8;

/** Customers and pages by what is typed. Escape and a click beside it close it. */
export function ManagePalette({ maySearch, onClose }: Props) {
  const t = useTranslations('manageCustomer.search');
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { items, isBusy } = useItems(text.trim(), maySearch);
  const active = items[Math.min(chosen, items.length - 1)];
  const go = (item: Item | undefined) => {
    if (!item) return;
    onClose();
    void navigate({ to: item.to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((before) => Math.max(0, Math.min(items.length - 1, Math.min(before, items.length - 1) + step)));
    }
    if (event.key === 'Enter') go(active);
  };
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-shade" />
        <Dialog.Popup
          data-sheet
          initialFocus={input}
          className="fixed inset-0 z-30 flex flex-col bg-raised outline-none md:inset-x-0 md:top-[10dvh] md:bottom-auto md:mx-auto md:max-h-[76dvh] md:w-[720px] md:rounded-dialog md:border md:border-line md:shadow-dialog"
        >
          <Dialog.Title className="sr-only">{t('label')}</Dialog.Title>
          <div className="flex items-center gap-3 border-b border-line px-5">
            <Search size={20} className="shrink-0 text-text-muted" />
            <input
              ref={input}
              role="combobox"
              aria-expanded
              aria-controls="manage-palette"
              aria-activedescendant={active && `palette-${active.key}`}
              aria-label={t('label')}
              placeholder={t('placeholder')}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setChosen(0);
              }}
              onKeyDown={onKeyDown}
              autoComplete="off"
              spellCheck={false}
              className="h-15 min-w-0 flex-1 bg-transparent text-h2 outline-none"
            />
            <IconButton label={t('close')} size="small" onClick={onClose}>
              <X size={18} />
            </IconButton>
          </div>
          <div
            id="manage-palette"
            role="listbox"
            aria-label={t('label')}
            aria-busy={isBusy}
            className="overflow-y-auto py-2"
          >
            {items.map((item, place) => (
              <div key={item.key} role="presentation">
                {items[place - 1]?.group !== item.group && (
                  <p role="presentation" className="px-5 py-1.5 text-caption font-semibold text-text-muted">
                    {t(item.group)}
                  </p>
                )}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: The keys belong to the field, which keeps the focus. */}
                <div
                  id={`palette-${item.key}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item === active}
                  onClick={() => go(item)}
                  className="flex min-h-11 cursor-pointer items-center gap-3 border-l-3 border-transparent px-5 py-1.5 hover:bg-sunken aria-selected:border-brand aria-selected:bg-brand-soft"
                >
                  {item.icon}
                  <span className="min-w-0 flex-1 truncate">
                    <strong className="font-semibold">{item.title}</strong>{' '}
                    <span className="text-small text-text-muted">{item.detail}</span>
                  </span>
                  <span className="text-small text-text-muted">{item.state}</span>
                </div>
              </div>
            ))}
            {items.length === 0 && (
              <p role="status" className="px-5 py-6 text-center text-small text-text-muted">
                {isBusy ? t('label') : t('count', { count: 0 })}
              </p>
            )}
          </div>
          <p className="border-t border-line px-5 py-2 text-right text-small text-text-muted">{t('everyLook')}</p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useItems(text: string, maySearch: boolean): { items: Item[]; isBusy: boolean } {
  const t = useTranslations();
  const { permissions } = useStaffSession();
  const asked = useDebounced(text, typingMs);
  const { data, isFetching } = useQuery({ ...searchQuery(asked), enabled: maySearch && asked.length >= 2 });
  const customers = (asked.length >= 2 ? (data?.list ?? []) : []).slice(0, maxCustomers).map(
    (found): Item => ({
      key: found.uid,
      group: 'customers',
      to: staffPaths.customer(found.uid),
      icon: <Avatar name={found.name} size={28} />,
      title: found.name,
      detail: `${found.memberCode} · ${t(`manageCustomer.type.${found.type}`)} · ${t(`manageCustomer.foundBy.${found.foundBy}`)}`,
      state: t(`manageCustomer.status.${found.status}`),
    }),
  );
  const pages = menuFor(permissions)
    .flatMap(({ items }) => items)
    .map(
      ({ path, label, icon: Icon }): Item => ({
        key: label,
        group: 'pages',
        to: path,
        icon: <Icon size={20} className="text-text-muted" />,
        title: t(`manage.nav.${label}`),
        detail: '',
        state: '',
      }),
    )
    .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
  return { items: [...customers, ...pages], isBusy: isFetching || (maySearch && text.length >= 2 && text !== asked) };
}
