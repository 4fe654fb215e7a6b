//! Worlds that a viewer cannot tell apart, and the same match seen from the next seat.
