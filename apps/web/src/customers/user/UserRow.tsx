import type { UserView } from '@larkmere/contract/customers/user';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../ui/Avatar.tsx';
import { columns } from './columns.ts';
import { UserStatus } from './UserStatus.tsx';
import { useUserTexts } from './use-user-texts.ts';
import type { Users } from './user.api.ts';

type Props = { user: UserView; accounts: Users['accounts']; onOpen: () => void };

export function UserRow({ user, accounts, onOpen }: Props) {
  const t = useTranslations('userManagement');
  const texts = useUserTexts(accounts);
  const { name, email, role, limits } = user;
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-haspopup="dialog"
      className={`grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-5 py-3 text-left transition-colors hover:bg-sunken lg:gap-4 ${columns}`}
    >
      <span className="row-span-3 flex items-center gap-3 self-start lg:order-1 lg:row-span-1 lg:self-auto">
        <Avatar name={name} />
        <span className="hidden min-w-0 lg:block">
          <span className="block truncate font-semibold">
            <bdi>{name}</bdi>
          </span>
          <span className="block truncate text-small text-text-muted">{email}</span>
        </span>
      </span>
      <span className="truncate font-semibold lg:hidden">
        <bdi>{name}</bdi>
      </span>
      <span className="flex items-center gap-2 lg:order-5">
        <span className={user.status === 'active' && !user.isYou ? 'max-lg:sr-only' : ''}>
          <UserStatus user={user} />
        </span>
        <ChevronRight size={18} aria-hidden className="text-text-muted lg:hidden" />
      </span>
      <span className="col-span-2 min-w-0 lg:order-2 lg:col-span-1">
        <span className="block font-semibold">
          {t(`role.${role}`)}
          <span className="font-normal text-text-muted lg:hidden"> · {texts.accounts(user.accounts)}</span>
        </span>
        <span className="block text-small text-text-muted">{t(`brief.${role}`)}</span>
      </span>
      <span className="hidden lg:order-3 lg:block">{texts.accounts(user.accounts)}</span>
      <span className="figures hidden text-right lg:order-4 lg:block">
        {texts.limit(limits.perPayment, limits.currency)}
      </span>
      <span className="hidden text-small text-text-muted lg:order-6 lg:block">{texts.seen(user)}</span>
    </button>
  );
}
