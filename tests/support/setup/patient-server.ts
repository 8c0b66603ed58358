import { stretchTimeLimits } from '#server/system/time-limit.ts';

// Machines differ by a factor of four in speed, and many tests run beside one: no work of a test reaches a time limit of the
// server. A test about such a limit gives its own, or sets the factor to 1 before all of its file.
stretchTimeLimits(30);
