import { Outlet } from '@tanstack/react-router';
import { AllWords } from '../AllWords.tsx';
import { WithQueries } from '../WithQueries.tsx';

/** A page inside somebody else's: no header, no footer, and the keyboard goes on where the frame ends. */
export const EmbeddedLayout = () => (
  <main className="p-4">
    <WithQueries>
      <AllWords>
        <Outlet />
      </AllWords>
    </WithQueries>
  </main>
);
