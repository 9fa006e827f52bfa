import { Outlet, useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { brand } from '../../platform/brand.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { LegalFooter } from '../../ui/LegalFooter.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';

export const WelcomeLayout = () => (
  <div className="flex min-h-dvh flex-col">
    <div className="grid flex-1 lg:grid-cols-[minmax(0,10fr)_minmax(0,11fr)]">
      <main className="mx-auto w-full max-w-[440px] px-5 py-12 lg:max-w-none lg:py-32">
        <div className="mx-auto w-full max-w-[392px]">
          <p className="mb-10 flex items-center gap-3 text-h1 font-bold">
            <Logo size={36} />
            {brand.name}
            <StaffBadge />
          </p>
          <Outlet />
        </div>
      </main>
      <Panel />
    </div>
    <LegalFooter />
  </div>
);

function StaffBadge() {
  const t = useTranslations('shell');
  const { pathname } = useLocation();
  return pathname === paths.manageLogin && <StatusPill kind="accent">{t('staff')}</StatusPill>;
}

function Panel() {
  const t = useTranslations('shell');
  return (
    <aside className="hidden flex-col justify-between bg-panel p-16 text-on-panel lg:flex">
      <svg viewBox="0 0 540 300" aria-hidden className="mt-12 w-full max-w-[620px]">
        <g fill="none" strokeWidth="4">
          <path
            d="M30 232C148 214 214 132 288 12C372 142 440 214 548 232"
            transform="translate(-18 0)"
            className="stroke-current opacity-55"
          />
          <path
            d="M86 262c70-26 116-20 170 0s106 24 170-3c46-20 76-18 100-10"
            transform="translate(0 -4)"
            className="stroke-accent opacity-90"
          />
          <path
            d="M142 286c56-18 98-14 140-1s92 18 140 1"
            transform="translate(0 -2)"
            className="stroke-accent opacity-45"
          />
        </g>
      </svg>
      <p className="max-w-[440px] text-display leading-11 font-bold">{t('slogan')}</p>
    </aside>
  );
}
