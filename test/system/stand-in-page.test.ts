// Real Chromium, so it runs with the journeys.
import '../providers/stand-in/page/journey.ts'
