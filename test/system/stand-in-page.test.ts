// Real Chromium, so it runs with the system tests.
import '../providers/stand-in/page/journey.ts'
