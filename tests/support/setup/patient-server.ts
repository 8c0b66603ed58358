import { stretchTimeLimits } from '#server/system/time-limit.ts';

// Machines differ by a factor of four in speed, and many tests run at once: no test may reach a time limit of the
// server. A test of such a limit sets its own, or sets the factor to 1 for its whole file.
stretchTimeLimits(30);
