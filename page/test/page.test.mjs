// All page tests share one browser; each file registers the stories of one subject.

import { after } from 'node:test';
import { startBrowser } from './browser.mjs';
import { actionStories } from './actions.mjs';
import { aimingStories } from './aiming.mjs';
import { eventGateStories } from './event_gate.mjs';
import { hostileStories } from './hostile.mjs';
import { controlStories } from './controls.mjs';
import { nameStories } from './names.mjs';
import { nearLookStories } from './near_looks.mjs';
import { layerStories } from './layers.mjs';
import { objectStories } from './objects.mjs';
import { paintedStories } from './painted.mjs';
import { readingStories } from './reading.mjs';
import { boundStories } from './bounds.mjs';
import { busyStories } from './busy.mjs';
import { settlingStories } from './settling.mjs';
import { visibilityStories } from './visibility.mjs';
import { snapshotStories } from './snapshot.mjs';
import { unpaintedStories } from './unpainted.mjs';
import { hiddenTextStories } from './hidden_text.mjs';
import { generatedTextStories } from './generated_text.mjs';

const browser = await startBrowser();
after(browser.close);

snapshotStories(browser.page);
nameStories(browser.page);
nearLookStories(browser.page);
controlStories(browser.page);
objectStories(browser.page);
visibilityStories(browser.page);
hiddenTextStories(browser.page);
paintedStories(browser.page);
unpaintedStories(browser.page);
generatedTextStories(browser.page);
layerStories(browser.page);
readingStories(browser.page);
boundStories(browser.page);
aimingStories(browser.page);
eventGateStories(browser.page);
actionStories(browser.page);
settlingStories(browser.page);
busyStories(browser.page);
hostileStories(browser.page);
