import { Link } from '@tanstack/react-router';
import { CircleQuestionMark } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useHeadingFocus, usePageTitle } from '../platform/navigation/page.ts';
import { paths } from '../platform/navigation/paths.ts';
import { Logo } from '../ui/Logo.tsx';
import { CustomerMenu } from './CustomerMenu.tsx';
import { NotificationsLink } from './NotificationsLink.tsx';
import { CustomerSwitcher } from './switching/CustomerSwitcher.tsx';

type Props = { notifications: string; help: string; search?: React.ReactNode };

export function PageHeader({ notifications, help, search }: Props) {
  const t = useTranslations('shell');
  const title = usePageTitle();
  const heading = useHeadingFocus();
  return (
    <header data-print="no" className="sticky top-0 z-10 border-b border-line bg-page">
      <div className="flex h-16 items-center gap-2 px-4 lg:px-8">
        {/* A page of a flow adds its back arrow here, and the logo gives way. */}
        <span id="header-lead" className="lg:hidden">
          <Link to={paths.home} tabIndex={-1} aria-hidden className="not-last:hidden">
            <Logo />
          </Link>
        </span>
        <h1 ref={heading} tabIndex={-1} className="min-w-0 flex-1 text-h1 font-bold">
          {title}
        </h1>
        <CustomerSwitcher />
        {search}
        <Link
          to={help}
          aria-label={t('menu.help')}
          className="relative grid size-11 place-items-center rounded-control text-text transition-colors hover:bg-sunken"
        >
          <CircleQuestionMark size={20} />
        </Link>
        <NotificationsLink to={notifications} />
        <CustomerMenu />
      </div>
    </header>
  );
}
