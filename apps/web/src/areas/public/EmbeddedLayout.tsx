import { Outlet } from '@tanstack/react-router';
import { AllWords } from '../AllWords.tsx';
import { WithQueries } from '../WithQueries.tsx';

/** The page runs in another site's iframe: it has no header or footer, and focus must be able to leave it. */
export const EmbeddedLayout = () => (
  <main className="p-4">
    <WithQueries>
      <AllWords>
        <Outlet />
      </AllWords>
    </WithQueries>
  </main>
);
