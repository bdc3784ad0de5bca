//! webhand-brain
