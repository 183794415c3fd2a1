#!/usr/bin/env bash
set -euo pipefail
gbatool doctor
