import { Outlet } from '@tanstack/react-router';
import { MessagesProvider } from '../MessagesProvider.tsx';
import { QueryProvider } from '../QueryProvider.tsx';

/** The page runs in another site's iframe: it has no header or footer, and focus must be able to leave it. */
export const EmbeddedLayout = () => (
  <main className="p-4">
    <QueryProvider>
      <MessagesProvider>
        <Outlet />
      </MessagesProvider>
    </QueryProvider>
  </main>
);
