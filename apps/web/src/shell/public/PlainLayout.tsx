import { Link, Outlet } from '@tanstack/react-router';
import { brand } from '../../platform/brand.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { LegalFooter } from '../../ui/LegalFooter.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { QueryProvider } from '../QueryProvider.tsx';

export const PlainLayout = () => (
  <div className="flex min-h-dvh flex-col">
    <header className="border-b border-line">
      <div className="flex h-16 items-center px-4 lg:px-8">
        <Link to={paths.home} className="flex items-center gap-2.5 rounded-small text-h2 font-bold">
          <Logo />
          {brand.name}
        </Link>
      </div>
    </header>
    <main className="mx-auto w-full max-w-[672px] flex-1 px-4 py-10 lg:py-16">
      <QueryProvider>
        <Outlet />
      </QueryProvider>
    </main>
    <LegalFooter />
  </div>
);
